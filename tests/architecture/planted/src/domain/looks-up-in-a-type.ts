// refused: floor
export type Looked = import('../ui/page').Page
