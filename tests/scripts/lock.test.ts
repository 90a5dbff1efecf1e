import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), link: z.boolean().optional() }),
  ),
})

test.each(['package-lock.json', 'bench/package-lock.json'])(
  '%s: what is installed is what was locked, by its digest',
  (file) => {
    const { packages } = lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
    expect(installed.length).toBeGreaterThan(0)
    expect(
      installed.flatMap(([path, { integrity }]) =>
        integrity?.startsWith('sha512-') === true ? [] : [path],
      ),
    ).toEqual([])
  },
)
