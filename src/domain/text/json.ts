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

/** A member that stands again in its object, by where its value stands in the text. */
interface Repeated {
  readonly path: readonly (string | number)[]
  readonly spans: readonly (readonly [from: number, to: number])[]
}

interface Open {
  /** null: an array. */
  readonly spans: Map<string, (readonly [number, number])[]> | null
  /** The key, or the place in the array, of what is read. */
  at: string | number
  isKey: boolean
  from: number
}

/** The index behind the text that begins with the quote at `from`. */
const endOfText = (json: string, from: number): number => {
  for (let end = json.indexOf('"', from + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = end
    while (json[escapes - 1] === '\\') escapes -= 1
    if ((end - escapes) % 2 === 0) return end + 1
  }
}

/** The members that stand more than once. By hand: a body may be nested as deep as it is long. */
const repeatedOf = (json: string): readonly Repeated[] => {
  const found: Repeated[] = []
  const open: Open[] = []
  const endMember = (to: number): void => {
    const object = open.at(-1)
    if (object === undefined || object.spans === null || object.isKey) return
    const key = String(object.at)
    const spans = object.spans.get(key)
    if (spans === undefined) object.spans.set(key, [[object.from, to]])
    else spans.push([object.from, to])
  }
  for (let at = 0; at < json.length; at += 1) {
    const last = open.at(-1)
    switch (json[at]) {
      case '{':
      case '[':
        open.push({
          spans: json[at] === '{' ? new Map() : null,
          at: 0,
          isKey: json[at] === '{',
          from: at,
        })
        break
      case '}':
      case ']': {
        endMember(at)
        open.pop()
        for (const [key, spans] of last?.spans ?? [])
          if (spans.length > 1) found.push({ path: [...open.map((one) => one.at), key], spans })
        break
      }
      case ',':
        endMember(at)
        if (last !== undefined) {
          if (last.spans === null) last.at = Number(last.at) + 1
          else last.isKey = true
        }
        break
      case ':':
        if (last !== undefined) {
          last.isKey = false
          last.from = at + 1
        }
        break
      case '"': {
        const end = endOfText(json, at)
        if (last?.isKey === true) last.at = String(JSON.parse(json.slice(at, end)))
        at = end - 1
        break
      }
    }
  }
  return found
}

const put = (root: unknown, path: readonly (string | number)[], value: SentTwice): void => {
  let holder: unknown = root
  for (const step of path.slice(0, -1)) {
    if (typeof holder !== 'object' || holder === null || holder instanceof SentTwice) return
    holder = Object.getOwnPropertyDescriptor(holder, step)?.value
  }
  if (typeof holder !== 'object' || holder === null || holder instanceof SentTwice) return
  Object.defineProperty(holder, path.at(-1) ?? '', {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/**
 * What a JSON text says; in place of a key's value that stands more than once, all of them.
 * @throws SyntaxError when it is not JSON
 */
export const parseJson = (json: string): unknown => {
  const value: unknown = JSON.parse(json)
  // From the outside in: what stands within a repeated member is told with it.
  for (const { path, spans } of repeatedOf(json).toSorted((a, b) => a.path.length - b.path.length))
    put(
      value,
      path,
      new SentTwice(spans.map(([from, to]) => JSON.parse(json.slice(from, to)) as unknown)),
    )
  return value
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
