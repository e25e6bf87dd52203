import { rotaApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { acceptHandover, pageHandovers, writeHandover } from './handovers.service.ts'
import { importHolidays, importShifts } from './rota-file.service.ts'
import { createRota, deleteRota, editRota, getRota, pageRotas, rotaMembers } from './rotas.service.ts'
import { answerSwap, askSwap, endChange, overrideShift, withdrawSwap } from './shifts.service.ts'

export function rotaRoutes(app: App): void {
  routes(app, rotaApi, {
    pageRotas,
    getRota,
    createRota,
    editRota,
    deleteRota,
    overrideShift,
    askSwap,
    answerSwap,
    withdrawSwap,
    endChange,
    importShifts,
    rotaMembers: (ctx) => rotaMembers(ctx),
    pageHandovers,
    writeHandover,
    acceptHandover,
    importHolidays: (ctx, _input, file) => importHolidays(ctx, file),
  })
}
