import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

// The floor of a cold start: React, the rows of a board in IndexedDB in the clear, one read, one
// list; nothing else.
interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

const opened = new Promise<IDBDatabase>((resolve, reject) => {
  const request = indexedDB.open('bare')
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('row', { keyPath: 'id' })
  })
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
})
const read = async (): Promise<readonly Row[]> => {
  const request = (await opened).transaction('row').objectStore('row').getAll()
  return await new Promise((resolve) => {
    request.addEventListener('success', () => resolve(request.result as Row[]))
  })
}
const keep = async (rows: readonly Row[]): Promise<void> => {
  const transaction = (await opened).transaction('row', 'readwrite')
  for (const row of rows) transaction.objectStore('row').put(row)
  await new Promise<void>((resolve) => {
    transaction.addEventListener('complete', () => resolve())
  })
}

const words = (value: unknown): readonly string[] =>
  value === null || value === undefined
    ? []
    : typeof value === 'object'
      ? Object.values(value).flatMap(words)
      : [String(value as string | number | boolean)]

function Board() {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    void read().then(setRows)
  }, [])
  return (
    <main>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <article>{words(row).join(' ')}</article>
          </li>
        ))}
      </ul>
    </main>
  )
}

Object.assign(window, { keep })
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Board />)
