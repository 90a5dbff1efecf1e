import { readSheet } from './sheet/read-sheet'

// One file a worker: whoever started it ends it with the answer, or when that takes too long.
self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void readSheet(new Uint8Array(data)).then((answer) => self.postMessage(answer))
})
