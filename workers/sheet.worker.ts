import { readSheet } from './sheet/read-sheet'

// One file a worker: whoever started it ends it with the answer, or when that takes too long.
self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  self.postMessage(readSheet(new Uint8Array(data)))
})
