import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { PatientTab } from '../../ui/paths'
import type { RecordTabProps } from './record-tab'

export interface RecordTab {
  readonly id: PatientTab
  readonly Panel: LazyExoticComponent<ComponentType<RecordTabProps>>
}

/**
 * The tabs that work, in the order of C015; a later room adds its line here. The first is the
 * default (C016).
 */
export const recordTabs: readonly RecordTab[] = [
  {
    id: 'vitals',
    Panel: lazy(() =>
      import('./vitals/VitalsTab').then((module) => ({ default: module.VitalsTab })),
    ),
  },
  {
    id: 'notes',
    Panel: lazy(() => import('./notes/NotesTab').then((module) => ({ default: module.NotesTab }))),
  },
]

/**
 * The tab that a path names; the first without a name; null for a name that is none of ours (C022).
 */
export const tabOf = (name: string | undefined): RecordTab | null =>
  name === undefined ? (recordTabs[0] ?? null) : (recordTabs.find((tab) => tab.id === name) ?? null)
