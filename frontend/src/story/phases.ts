/** The phases of a turn, as who plays reads of them. */

/** What each phase has done; what only begins and ends a turn is left out. */
export const DONE: Record<string, string> = {
  user_retrieval: 'looked for in the book',
  user_validation: 'weighed against the book',
  scene_planning: 'found who answers',
  persona_extraction: 'read of who answers',
  narrator_disqualify: 'turned away',
  narrator_scene: 'the scene told',
  npc_response: 'answered',
  agent_retrieval: 'the answer looked for in the book',
  agent_validation: 'the answer weighed against it',
  narrator_correction: 'the answer put right',
  updating_state: 'kept',
  error: 'went wrong',
};
