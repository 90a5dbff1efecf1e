import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { unpackedLimit } from '../../src/domain/patient-sheet/columns'

/** What is packed unpacks to more than is read. */
export class UnpacksTooBig extends Error {}

/** What an element of a part says by its attributes, by their local names. */
export type Attributes = (name: string) => string | null

/** Who hears a part, element by element. Names are local ones: producers choose their prefixes. */
export interface Listener {
  readonly open?: (name: string, attribute: Attributes) => void
  readonly close?: (name: string) => void
  /** Text of the innermost open element; in pieces where the part has CDATA. */
  readonly text?: (text: string) => void
}

/** A relationship of a part to another (ECMA-376, part 2, 6.5). */
export interface Relationship {
  readonly id: string
  /** The last word of its type, such as `worksheet`: the same in both of the standard's forms. */
  readonly type: string
  /** The part that it leads to. */
  readonly part: string
}

/** The XML parts of an archive (Open Packaging Conventions). */
export interface Parts {
  readonly has: (part: string) => boolean
  /** @throws what is no XML; a part that is not there is heard as nothing */
  readonly hear: (part: string, listener: Listener) => void
  /** Where the archive itself ('') or one of its parts leads, within the archive. */
  readonly relationships: (part: string) => readonly Relationship[]
}

/** Part names are the same in any case; some producers write backslashes. */
const partName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1)

/** The part that a target names, from the folder of the part that names it. */
const resolve = (from: string, target: string): string => {
  const path = target.replaceAll('\\', '/')
  const steps = `${path.startsWith('/') ? '' : folderOf(from)}${path}`.split('/')
  const kept: string[] = []
  for (const step of steps)
    if (step === '..') kept.pop()
    else if (step !== '' && step !== '.') kept.push(step)
  return partName(kept.join('/'))
}

const utf16: readonly (readonly [first: number, second: number, label: string])[] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
]

const textOf = (bytes: Uint8Array): string => {
  const [, , label = 'utf-8'] =
    utf16.find(([first, second]) => bytes[0] === first && bytes[1] === second) ?? []
  return new TextDecoder(label).decode(bytes)
}

const hear = (xml: string, { open, close, text }: Listener): void => {
  const parser = new SaxesParser({ xmlns: true })
  if (open !== undefined)
    parser.on('opentag', ({ local, attributes }) =>
      open(
        local,
        (name) =>
          Object.values(attributes).find((one) => one.local === name && one.prefix !== 'xmlns')
            ?.value ?? null,
      ),
    )
  if (close !== undefined) parser.on('closetag', ({ local }) => close(local))
  if (text !== undefined) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.write(xml).close()
}

/**
 * Opens an archive. What it declares is counted before any of it is unpacked, and no more than that
 * is unpacked.
 *
 * @throws UnpacksTooBig; what fflate throws of a broken archive
 */
export const openParts = (bytes: Uint8Array): Parts => {
  let declared = 0
  const unpacked = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/i.test(name)) return false
      declared += originalSize
      if (declared > unpackedLimit) throw new UnpacksTooBig(name)
      return true
    },
  })
  const parts = new Map(Object.entries(unpacked).map(([name, part]) => [partName(name), part]))
  const hearPart = (part: string, listener: Listener): void => {
    const found = parts.get(part)
    if (found !== undefined) hear(textOf(found), listener)
  }
  return {
    has: (part) => parts.has(part),
    hear: hearPart,
    relationships: (part) => {
      const found: Relationship[] = []
      const file = part.slice(folderOf(part).length)
      hearPart(`${folderOf(part)}_rels/${file}.rels`, {
        open: (name, attribute) => {
          if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
          found.push({
            id: attribute('Id') ?? '',
            type: (attribute('Type') ?? '').split('/').at(-1) ?? '',
            part: resolve(part, attribute('Target') ?? ''),
          })
        },
      })
      return found
    },
  }
}
