/** The phases of a turn, as who plays reads of them. */

/** What each phase has done; what only begins and ends a turn is left out. */
export const DONE: Record<string, string> = {
  user_retrieval: 'the words looked up',
  user_validation: 'the words weighed',
  scene_planning: 'the scene planned',
  persona_extraction: 'a person learnt',
  narrator_disqualify: 'turned away',
  narrator_scene: 'the scene told',
  npc_response: 'answered',
  agent_retrieval: 'the answer looked up',
  agent_validation: 'the answer weighed',
  narrator_correction: 'the answer put right',
  updating_state: 'kept',
  error: 'went wrong',
};
