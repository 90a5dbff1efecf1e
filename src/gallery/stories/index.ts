import type { Story } from '../story'
import { alertsStory } from './alerts'
import { chartStory } from './chart'
import { connectionStory, statesStory } from './connection'
import { dialogsStory, maintenanceStory, openDialogStory } from './dialogs'
import { formStories } from './forms'
import { journeyFormStory, journeyOneStory, journeyStory } from './journey'
import { cardErrorStory, cardStory, frameEmptyStory, frameStory, offPisteStory } from './layout'
import {
  dataTableStatesStory,
  dataTableStory,
  detailStory,
  listsStory,
  settingsStory,
} from './lists'
import { bannerEdgesStory, bannerStory } from './patient'
import { scoreStory, valueStory } from './score'
import { tableStory } from './table'

/** Every story, in the order of the list. */
export const stories: readonly Story[] = [
  frameStory,
  frameEmptyStory,
  cardStory,
  cardErrorStory,
  offPisteStory,
  bannerStory,
  bannerEdgesStory,
  scoreStory,
  valueStory,
  alertsStory,
  tableStory,
  chartStory,
  dataTableStory,
  dataTableStatesStory,
  listsStory,
  detailStory,
  settingsStory,
  connectionStory,
  statesStory,
  dialogsStory,
  openDialogStory,
  maintenanceStory,
  ...formStories,
  journeyStory,
  journeyOneStory,
  journeyFormStory,
]
