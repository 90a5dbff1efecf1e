export * from './codec'
export * from './tables'
