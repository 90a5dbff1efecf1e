// What a build weighs, gzip. The first load is what the browser needs before sign-in is
// interactive: index.html, its scripts and style sheets, everything they import statically, and the
// same of the sign-in route's chunks. A later route is a screen or a tab: its chunk and everything
// that it imports statically, without what is there already: the first load, and what every page
// has once somebody is signed in (the frame, and what the rooms of the store declare). `whole`:
// only without the first load, as the first route has it.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export const measureBundle = (dist) => {
  const texts = new Map()
  const read = (name) => {
    if (!texts.has(name)) texts.set(name, readFileSync(join(dist, 'assets', name)))
    return texts.get(name)
  }
  const gz = (name) => gzipSync(read(name), { level: 9 }).length
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const names = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name))
  const known = new Set(names)
  const staticImports = (name) =>
    [
      ...read(name)
        .toString('utf8')
        .matchAll(
          /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["']\.\/([^"']+\.js)["']/g,
        ),
    ].map((match) => match[1])
  const closure = (start) => {
    const seen = new Set()
    const visit = (name) => {
      if (seen.has(name) || !known.has(name)) return
      seen.add(name)
      staticImports(name).forEach(visit)
    }
    start.forEach(visit)
    return seen
  }
  const total = (set) => [...set].reduce((sum, name) => sum + gz(name), 0)

  const scripts = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(
    (match) => match[1],
  )
  const signIn = names.filter((name) => /^sign-in-/.test(name))
  const js = closure([...scripts, ...signIn].filter((name) => name.endsWith('.js')))
  // Style sheets of lazy chunks are named in Vite's preload table; those of the sign-in route carry
  // its name.
  const css = new Set([...scripts, ...signIn].filter((name) => name.endsWith('.css')))
  const signedIn = closure(names.filter((name) => /^signed-in-[\w-]+\.js$/.test(name)))
  const without = (chunks, ...had) =>
    total([...chunks].filter((chunk) => !had.some((set) => set.has(chunk))))
  const routes = names
    .filter((name) => /^(\w+(Screen|Tab|Page)|board|reset)-[\w-]+\.js$/.test(name) && !js.has(name))
    .map((name) => ({
      name,
      js: without(closure([name]), js, signedIn),
      whole: without(closure([name]), js),
    }))
    .toSorted((a, b) => b.js - a.js)
  // Chunks that need each other run one before the other has: a schema is then made of names that
  // are not there yet, and no screen opens.
  const inCircle = names.filter(
    (name) => name.endsWith('.js') && closure(staticImports(name)).has(name),
  )
  return {
    inCircle,
    first: { js: total(js), css: total(css), scripts: [...js], sheets: [...css], signIn },
    signedIn: without(signedIn, js),
    routes,
    names,
    read,
    gz,
  }
}
