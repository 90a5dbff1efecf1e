export { LeaveContext, useLeave, type Leave } from './leave-context'
