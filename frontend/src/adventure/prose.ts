/** What a story printed, as paragraphs: titles apart, verse and drawings line by line. */

export interface Part {
  kind: 'title' | 'prose' | 'verse';
  text: string;
}

/** Lines that belong to a drawing or a poem keep their breaks and their width. */
function isVerse(lines: string[]): boolean {
  const indented = lines.filter((line) => /^(?: {3,}|\t)/.test(line)).length;
  const drawn = lines.filter((line) => /[|_=+*#-]{4,}|\S {4,}\S/.test(line)).length;
  return lines.length > 1 && (indented >= lines.length / 2 || drawn >= lines.length / 2);
}

export function paragraphs(text: string, title?: string): Part[] {
  const parts: Part[] = [];
  let block: string[] = [];
  let named = title === undefined;

  function end() {
    if (block.length === 0) return;
    const verse = isVerse(block);
    const joined = verse
      ? block.join('\n').replace(/\s+$/, '')
      : block.map((line) => line.trim()).join('\n');
    parts.push({ kind: verse ? 'verse' : 'prose', text: joined });
    block = [];
  }

  for (const line of text.replace(/^\n+|\s+$/g, '').split('\n')) {
    if (line.trim() === '') end();
    else if (!named && line.trim() === title) {
      end();
      named = true;
      parts.push({ kind: 'title', text: line.trim() });
    } else block.push(line);
  }
  end();
  return parts;
}
