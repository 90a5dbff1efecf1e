// What Node's own do with streams, async resources and stack traces, thousands of times a seed, in
// a few lines: as much of it as the portal and the libraries in its bundle use.

type Listener = (event: { readonly type: 'abort' }) => void

/** AbortSignal: listeners are told once, and only of the first abort. */
class PlainAbortSignal {
  aborted = false
  reason: unknown = undefined
  onabort: Listener | null = null
  readonly #listeners = new Set<Listener>()
  addEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.add(listener)
  }
  removeEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.delete(listener)
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
  end(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.onabort?.({ type: 'abort' })
    for (const listener of [...this.#listeners]) listener({ type: 'abort' })
    this.#listeners.clear()
  }
}

export class PlainAbortController {
  readonly signal = new PlainAbortSignal()
  abort(reason: unknown = new DOMException('Aborted', 'AbortError')): void {
    this.signal.end(reason)
  }
}

/** Headers: names without regard to case. */
export class PlainHeaders {
  readonly #values = new Map<string, string>()
  constructor(given?: Iterable<readonly [string, string]> | Readonly<Record<string, string>>) {
    if (given === undefined || given === null) return
    for (const [name, value] of Symbol.iterator in given
      ? (given as Iterable<readonly [string, string]>)
      : Object.entries(given))
      this.append(name, value)
  }
  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value)
  }
  append(name: string, value: string): void {
    const old = this.get(name)
    this.set(name, old === null ? value : `${old}, ${value}`)
  }
  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
  }
  forEach(each: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) each(value, name)
  }
  entries(): IterableIterator<[string, string]> {
    return this.#values.entries()
  }
  keys(): IterableIterator<string> {
    return this.#values.keys()
  }
  values(): IterableIterator<string> {
    return this.#values.values()
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries()
  }
}
