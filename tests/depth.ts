/**
 * `TEST_DEPTH=full` (`npm run test:full`) plays everything: both database engines everywhere, all
 * seeds, all pixel comparisons.
 */
export const isFull = process.env['TEST_DEPTH'] === 'full'
