export { noteForOrder, type OrderAct } from './order-act.repo.ts'
