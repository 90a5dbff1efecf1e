// Measures the house: how large it is, how it is cut, and how dear an addition is.
//
//   node scripts/measure-house.mjs [--json]
//
// Lines are of files that git knows; what is generated and recorded ECG are left out. A 'half file'
// is a module that one other module alone imports, of its own folder or the one above. 'Places' are
// the files outside screens and words that name a field of one entity, by hand.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !/generated\/|fixtures\/|\.ecg$|common-passwords/.test(file))
const textOf = new Map()
const text = (file) => {
  if (!textOf.has(file)) textOf.set(file, readFileSync(join(root, file), 'utf8'))
  return textOf.get(file)
}
const lines = (of) => of.reduce((sum, file) => sum + text(file).split('\n').length - 1, 0)
const isCode = (file) => /\.(?:ts|tsx|mjs)$/.test(file)
const isProduct = (file) => /^(?:src|server|workers)\//.test(file)
const product = files.filter(isProduct)
const modules = product.filter((file) => isCode(file) && !file.endsWith('.d.ts'))

const importers = new Map(modules.map((file) => [file, new Set()]))
let bags = 0
let comments = 0
const functionLines = []
for (const file of modules) {
  const source = ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest, true)
  const lineOf = (at) => source.getLineAndCharacterOfPosition(at).line
  const commented = new Set()
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [])
      for (let line = lineOf(range.pos); line <= lineOf(range.end); line += 1) commented.add(line)
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined &&
      node.moduleSpecifier.text.startsWith('.')
    ) {
      const base = relative(root, resolve(root, dirname(file), node.moduleSpecifier.text))
      const found = ['', '.ts', '.tsx', '.mjs', '/index.ts']
        .map((end) => base + end)
        .find((one) => importers.has(one))
      if (found !== undefined) importers.get(found).add(file)
    }
    if (ts.isInterfaceDeclaration(node) && node.members.length >= 15) {
      const isBag = node.members.some(
        (member) =>
          ts.isMethodSignature(member) ||
          (ts.isPropertySignature(member) &&
            member.type !== undefined &&
            ts.isFunctionTypeNode(member.type)),
      )
      if (isBag && !node.name.text.endsWith('Props')) bags += 1
    }
    if (ts.isFunctionLike(node) && node.body !== undefined)
      functionLines.push(lineOf(node.end) - lineOf(node.getStart()) + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  comments += commented.size
}
const once = modules.filter((file) => importers.get(file).size === 1)
const isNear = (file) => {
  const [by] = importers.get(file)
  return dirname(by) === dirname(file) || dirname(by) === dirname(dirname(file))
}

/** A field that no rule reads, of each kind of row, as SQL and TypeScript write it. */
const samples = {
  PatientNote: ['clockSkewMs', 'clock_skew_ms'],
  Patient: ['preExistingConditions', 'pre_existing_conditions'],
  Checkup: ['peakExpiratoryFlowRate', 'peak_expiratory_flow_rate'],
}
const isDeclared = (file) =>
  /^(?:src\/(?:data|domain|engine)|server|schema)\//.test(file) &&
  !/^server\/(?:demonstration|documents)\//.test(file)
const places = Object.fromEntries(
  Object.entries(samples).map(([entity, names]) => {
    const word = new RegExp(`\\b(?:${names.join('|')})\\b`)
    return [entity, files.filter((file) => isDeclared(file) && word.test(text(file))).length]
  }),
)
/** Files outside an entity's own folders that import them: what an entity has to be named in. */
const named = modules.filter(
  (file) =>
    !/\/note\//.test(file) &&
    !/^src\/(?:features|ui)\//.test(file) &&
    /from '[^']*(?:data|areas|domain)?\/note(?:\/[^']*)?'/.test(text(file)),
).length

const measured = {
  'product lines': lines(product),
  'of it comments': comments,
  modules: modules.length,
  'modules that one other imports': once.length,
  'half files': once.filter(isNear).length,
  'functions over 120 lines': functionLines.filter((length) => length > 120).length,
  'interfaces of 15 members with functions': bags,
  'schema by hand, lines': lines(files.filter((file) => file.startsWith('schema/'))),
  'documents by hand, lines': lines(files.filter((file) => /^src\/data\/.*\.graphql$/.test(file))),
  'test lines': lines(files.filter((file) => file.startsWith('tests/'))),
  ...Object.fromEntries(
    Object.entries(places).map(([entity, count]) => [`places of a field of ${entity}`, count]),
  ),
  'files that name the entity note from outside': named,
}
if (process.argv.includes('--json')) console.log(JSON.stringify(measured, null, 2))
else
  for (const [name, value] of Object.entries(measured))
    console.log(`${String(value).padStart(8)}  ${name}`)
