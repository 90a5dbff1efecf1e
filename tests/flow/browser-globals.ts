// Imported before anything that imports Dexie, whose live queries only run where there is a global
// indexedDB. It also opens a real BroadcastChannel when it finds one, which would tell the tabs of
// one test about another's.
import 'fake-indexeddb/auto'

Reflect.deleteProperty(globalThis, 'BroadcastChannel')
