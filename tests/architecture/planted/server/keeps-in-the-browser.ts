// refused: package
export { Dexie } from 'dexie'
