// refused: floor
export * from '../ui/page'
