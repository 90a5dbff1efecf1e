// Case: what the build weighs: the first load, and what the heaviest later route adds to it
// Quick: | 20 s
import { option } from './engines'
import { declareBars, figure, measured } from './report'

interface Bundle {
  readonly first: { readonly js: number; readonly css: number }
  readonly routes: readonly { readonly name: string; readonly js: number; readonly whole: number }[]
}
const { measureBundle } = (await import(
  new URL('../scripts/bundle-size.mjs', import.meta.url).href
)) as { measureBundle(dist: string): Bundle }

const bars = { first: 'JavaScript before sign-in works, gzip', route: 'heaviest later route, gzip' }
declareBars([
  { name: bars.first, unit: 'KB', atMost: 250 },
  { name: bars.route, unit: 'KB', atMost: 40 },
])
const { first, routes } = measureBundle(option('dist', 'dist'))
const [heaviest] = routes
if (heaviest === undefined) throw new Error('The build has no later route')
measured(bars.first, first.js / 1024)
measured(bars.route, heaviest.js / 1024)
figure('heaviest later route', heaviest.name)
figure(
  'heaviest later route as the first after sign-in, KB',
  Math.max(...routes.map(({ whole }) => whole)) / 1024,
)
figure('CSS of the first load, KB', first.css / 1024)
