/** The release of the portal as people name it (C629); the same as in package.json. */
export const release = '3.15.0'
