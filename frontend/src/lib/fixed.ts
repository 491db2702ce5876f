/** Text whose lines were ended where a column was full: read in another one it flows anew. */

const NARROWEST = 60;
const WIDEST = 140;
/** How long a line is at least, as a share of the longest, that was ended for want of room. */
const FULL = 0.75;
/** What begins a line of its own: a list's sign, a table, a drawing, code. */
const APART = /^\s*(?:[-*+•>|#<{}[\]]|\d+[.)]\s|```)/;

/** The text cut at the line ends that only its column asked for: pieces and, between them, these
 * ends, each with the indent of the next line. */
export function pieces(text: string): string[] {
  const lines = text.split('\n');
  const found = [''];
  for (const block of blocks(lines)) {
    const full = areFull(block);
    for (const [at, line] of block.entries()) {
      const words = full && at ? line.trimStart() : line;
      if (full && at) found.push(`\n${line.slice(0, line.length - words.length)}`, words);
      else found[found.length - 1] += `\n${words}`;
    }
  }
  found[0] = found[0]!.slice(1); // no line end stands before the first line
  return found;
}

/** Lines that may belong together. */
function blocks(lines: string[]): string[][] {
  const found: string[][] = [];
  let isOver = true;
  for (const line of lines) {
    if (isOver || line.trim() === '' || APART.test(line)) found.push([]);
    found.at(-1)!.push(line);
    isOver = line.trim() === '';
  }
  return found;
}

/** Whether a sentence runs on through the lines, and each but the last is about as long as any. */
function areFull(lines: string[]): boolean {
  const [ended, begun] = [lines.slice(0, -1), lines.slice(1)];
  const column = Math.max(...lines.map((line) => line.length));
  if (ended.length === 0 || column < NARROWEST || column > WIDEST) return false;
  const running = begun.filter((line) => /^\s*[^A-Z\d\s]/.test(line)).length;
  return running >= begun.length / 2 && ended.every((line) => line.length >= FULL * column);
}
