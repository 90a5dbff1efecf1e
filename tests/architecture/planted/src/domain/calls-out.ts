// refused: impure
export const load = (): Promise<Response> => fetch('/x')
