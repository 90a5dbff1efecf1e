// refused: default-export
export default 1
