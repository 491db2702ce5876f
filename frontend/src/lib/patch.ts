/** Folding documents: JSON merge patches (RFC 7396), as `ludens.web.patch` makes them. */

export type Json = { [key: string]: unknown };

/** The document with a patch laid over it. What the patch leaves alone is shared, not copied, so
 * that a part that did not change is the same object in both. */
export function patched(document: Json, patch: Json): Json {
  const keys = Object.keys(patch);
  if (keys.length === 0) return document;
  const result = { ...document };
  for (const key of keys) {
    const value = patch[key];
    if (value === null || value === undefined) delete result[key];
    else if (isDocument(value)) {
      const old = result[key];
      result[key] = patched(isDocument(old) ? old : {}, value);
    } else result[key] = value;
  }
  return result;
}

function isDocument(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
