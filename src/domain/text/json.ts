/**
 * The values of a key that stands more than once in its object, in their order. Which of them is
 * meant, nobody knows (RFC 7493, 2.3).
 */
export class SentTwice {
  readonly values: readonly unknown[]
  constructor(values: readonly unknown[]) {
    this.values = values
  }
}

/** An object or array that is being read. */
interface Open {
  /** The values of each key; null: an array. */
  readonly members: Map<string, unknown[]> | null
  readonly items: unknown[]
  /** The key whose value comes next; null: a key does, or it is an array. */
  key: string | null
}

/** The index behind the text that begins with the quote at `from`. */
const endOfText = (json: string, from: number): number => {
  for (let end = json.indexOf('"', from + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = end
    while (json[escapes - 1] === '\\') escapes -= 1
    if ((end - escapes) % 2 === 0) return end + 1
  }
}

/** A number, true, false or null. */
const literal = /[^\s,\]}]+/y
/** An array of those alone, e.g. the samples of a waveform: read as it stands. */
const flat = /\[[^[\]{"]*\]/y

const closedOf = ({ members, items }: Open): unknown =>
  members === null
    ? items
    : Object.fromEntries(
        [...members].map(([key, values]) => [
          key,
          values.length === 1 ? values[0] : new SentTwice(values),
        ]),
      )

/** Within a key that stands more than once the last of its own repeated members counts. */
const settled = (root: unknown): unknown => {
  const left: { readonly holder: object; readonly isWithin: boolean }[] = []
  const follow = (value: unknown, isWithin: boolean): void => {
    if (value instanceof SentTwice) left.push({ holder: value.values, isWithin: true })
    else if (typeof value === 'object' && value !== null) left.push({ holder: value, isWithin })
  }
  follow(root, false)
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { holder, isWithin } = next
    for (const [name, member] of Object.entries(holder)) {
      const value: unknown = isWithin && member instanceof SentTwice ? member.values.at(-1) : member
      if (value !== member)
        Object.defineProperty(holder, name, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        })
      follow(value, isWithin)
    }
  }
  return root
}

/** What a text that is JSON says. By hand, in one pass: a body may be nested as deep as it is long. */
const read = (json: string): unknown => {
  const open: Open[] = []
  let whole: unknown
  let isRepeated = false
  const add = (value: unknown): void => {
    const last = open.at(-1)
    if (last === undefined) whole = value
    else if (last.members === null) last.items.push(value)
    else {
      const key = last.key ?? ''
      const before = last.members.get(key)
      if (before === undefined) last.members.set(key, [value])
      else {
        before.push(value)
        isRepeated = true
      }
      last.key = null
    }
  }
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '{':
      case '[': {
        flat.lastIndex = at
        const array = flat.exec(json)?.[0]
        if (array !== undefined) {
          add(JSON.parse(array))
          at += array.length - 1
          break
        }
        open.push({ members: json[at] === '{' ? new Map() : null, items: [], key: null })
        break
      }
      case '}':
      case ']': {
        const closed = open.pop()
        if (closed !== undefined) add(closedOf(closed))
        break
      }
      case ',':
      case ':':
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break
      case '"': {
        const end = endOfText(json, at)
        const text = String(JSON.parse(json.slice(at, end)))
        const last = open.at(-1)
        if (last?.members != null && last.key === null) last.key = text
        else add(text)
        at = end - 1
        break
      }
      default: {
        literal.lastIndex = at
        const [word = ''] = literal.exec(json) ?? []
        add(JSON.parse(word))
        at += word.length - 1
      }
    }
  }
  return isRepeated ? settled(whole) : whole
}

/**
 * What a JSON text says; in place of a key's value that stands more than once, all of them.
 * @throws SyntaxError when it is not JSON
 */
export const parseJson = (json: string): unknown => {
  JSON.parse(json)
  return read(json)
}

/** The path of the first key that stands more than once, e.g. `items.0.id`; null: none does. */
export const findSentTwice = (value: unknown): string | null => {
  const left: { readonly value: unknown; readonly path: string }[] = [{ value, path: '' }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.value instanceof SentTwice) return next.path
    if (typeof next.value !== 'object' || next.value === null) continue
    const { path } = next
    for (const [name, member] of Object.entries(next.value).toReversed())
      if (typeof member === 'object')
        left.push({ value: member, path: path === '' ? name : `${path}.${name}` })
  }
  return null
}
