import type { TraceFault } from '../../../domain/ecg/pen'
import type { EcgTexts } from '../../../texts/ecg'

/** Why nothing is drawn, in words of the screen. */
export const faultWords = (fault: TraceFault, t: EcgTexts): string => {
  switch (fault) {
    case 'version':
      return t.faults.version
    case 'values':
    case 'too-much':
      return t.faults.values
    case 'elsewhere':
      return t.faults.elsewhere
    default:
      return t.faults.broken
  }
}
