import { useNavigate } from 'react-router-dom'
import { showToast } from '../../ui/feedback'
import { useLeaveRecord } from '../../ui/leave-record'

/** After a patient was moved: says so, and leaves the record of one who is out of sight. */
export const useAfter = (onClose: () => void) => {
  const navigate = useNavigate()
  const leave = useLeaveRecord()
  return (
    said: string,
    moved: { readonly mayOpen: boolean } | null,
    /** Where more is told to who may still open the record. */
    more?: { readonly label: string; readonly path: string },
  ): void => {
    showToast('stay', said, {
      tone: 'info',
      ...(more === undefined || moved?.mayOpen !== true
        ? {}
        : { action: { label: more.label, run: () => void navigate(more.path) } }),
    })
    if (moved?.mayOpen !== false) return onClose()
    return leave()
  }
}
