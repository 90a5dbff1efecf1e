import { chmodSync, mkdirSync } from 'node:fs'

/**
 * Makes the directory its owner's alone. PGlite writes its files as 0666, whatever the umask, and in
 * them are patients, password hashes and the key that signs tokens.
 * @throws Error where it is another user's
 */
export const keepPrivate = (directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
}
