// refused: package
export { z } from 'zod'
