export * from './call'
export * from './command'

export * from './observable'
export * from './reading'
export * from './replay'
export * from './request'
export * from './resource'
export * from './runtime'
