import { configure, getConfig } from '@testing-library/react'

/** Taken before a test fakes the timers. */
const nextTask = setImmediate
const { asyncWrapper } = getConfig()

/**
 * How these tests wait. Screens are fetched when first opened, which takes its time on a busy
 * machine. And what React does after a frame (a screen begins to hear the clock, the line and the
 * store, a title is set) is a task of its own, which a busy machine does some milliseconds later:
 * it is done before a test goes on with what it waited for.
 */
configure({
  asyncUtilTimeout: 30_000,
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const found = await work()
      await new Promise((resolve) => {
        nextTask(resolve)
      })
      return found
    }),
})
