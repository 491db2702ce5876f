// Writes the types of the API: `ludens`' OpenAPI description on standard input, TypeScript out.
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const description = JSON.parse(await text(process.stdin));
const nodes = await openapiTS(description, { alphabetize: true, defaultNonNullable: false });
const head = '// Made by `make types` from the server; not to be changed by hand.\n\n';
const target = process.argv[2] ?? 'src/api/schema.d.ts';
writeFileSync(target, head + astToString(nodes));
