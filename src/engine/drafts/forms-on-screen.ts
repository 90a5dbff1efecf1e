import { source, type DraftState, type Observable } from '../define'

/** Which drafts have a form on the screen. */
export const createFormsOnScreen = () => {
  const forms = new Map<Observable<DraftState>, number>()
  const typing = source(false)
  const look = (): void => typing.set([...forms.keys()].some((state) => state.get().text !== ''))
  return {
    /** True while a form on the screen holds words that are not sent. */
    typing,
    /** A draft on the screen has changed. */
    look,
    states: (): readonly Observable<DraftState>[] => [...forms.keys()],
    /** A form of this draft came; returns what is done when it goes. */
    came: (state: Observable<DraftState>): (() => void) => {
      forms.set(state, (forms.get(state) ?? 0) + 1)
      look()
      return () => {
        const left = (forms.get(state) ?? 1) - 1
        if (left === 0) forms.delete(state)
        else forms.set(state, left)
        look()
      }
    },
  }
}
export type FormsOnScreen = ReturnType<typeof createFormsOnScreen>
