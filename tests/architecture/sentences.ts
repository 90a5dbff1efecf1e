import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Two words or more that begin like a sentence, in quotes. */
const sentence = /(?<before>.{0,40})(?<quote>['"`])(?<text>[A-Z][a-z']*,?(?: [^\s'"`]+)+)\k<quote>/g

/** Errors of whoever programs: a person never reads them. */
const isForProgrammers = (before: string): boolean => /Error\((?:\w+\.message \|\| )?$/.test(before)

/** The sentences that a source has in quotes, outside of comments. */
export const sentencesIn = (source: string): readonly string[] =>
  [
    ...source
      .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm, '')
      .replaceAll(/\(\s*\n\s*/g, '(')
      .matchAll(sentence),
  ].flatMap(({ groups }) =>
    isForProgrammers(groups?.['before'] ?? '') ? [] : [groups?.['text'] ?? ''],
  )

/** The sentences of all sources in a folder, each with its path. */
export const sentencesUnder = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      sentencesIn(readFileSync(join(root, folder, path), 'utf8')).map(
        (text) => `${folder}/${path}: ${text}`,
      ),
    )
