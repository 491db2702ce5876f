/** The page of a game inside a book. */

import type { GamePage } from '../games';
import Begin from './Begin.svelte';
import Judgement from './Judgement.svelte';
import Reader from './Reader.svelte';
import Say from './Say.svelte';
import Talk from './Talk.svelte';
import { frameOf } from './frame';

const page: GamePage = {
  panes: ['Talk', 'Book', 'Referee'],
  prose: 'centre',
  playsByHand: true,
  company: 'a visitor',
  Left: Talk,
  Centre: Reader,
  Right: Judgement,
  Begin,
  Decide: Say,
  cameOf(entry, json) {
    const { prompt_verdict, answer_verdict, said } = frameOf(json);
    const answer = said?.find(({ turn }) => turn === entry.turn)?.answer;
    return [
      ...(prompt_verdict
        ? [`What was said is ${prompt_verdict.decision}: ${prompt_verdict.reason}`]
        : []),
      ...(answer ? [`The answer: ${answer}`] : []),
      ...(answer_verdict
        ? [`The answer is ${answer_verdict.decision}: ${answer_verdict.reason}`]
        : []),
      ...entry.notes.map(({ text }) => text),
    ];
  },
  heading(json) {
    const frame = frameOf(json);
    return {
      score: `${frame.wins ?? 0} won, ${frame.losses ?? 0} lost`,
      place: frame.place,
    };
  },
};

export default page;
