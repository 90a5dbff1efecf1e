import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Entities of the portal, as a source may name them. */
const entity =
  /patient|\bwards?\b|virtual-?ward|check-?up|monitoring|waveform|\balerts?\b|\becg\b|threshold|api-?key|\bnotes\b|watch-?list|pathway/gi

/** Names of entities in a source, comments included. */
export const entityWordsIn = (source: string): readonly string[] =>
  [...source.matchAll(entity)].map(([word]) => word)

/** Names of entities in all sources of a folder, each with its path. */
export const entityWordsUnder = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      entityWordsIn(readFileSync(join(root, folder, path), 'utf8')).map(
        (word) => `${folder}/${path}: ${word}`,
      ),
    )
