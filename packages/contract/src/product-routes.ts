/**
 * The products that the console itself offers, and the routes that each covers: while one is in maintenance its routes
 * show that instead of their pages. `built` says whether this version has what the product offers; whoever builds it
 * names its routes here.
 */
export const consoleProducts = {
  device_management: { built: true, routes: ['/equipmentManagement'] },
  monitoring: { built: false, routes: ['/operationsCenter'] },
  link_testing: { built: false, routes: [] },
  firmware: { built: false, routes: [] },
  work_orders: { built: false, routes: [] },
  assistant: { built: false, routes: ['/systemSettings/AIManagement'] },
} as const satisfies Record<string, { built: boolean; routes: readonly string[] }>

export type ConsoleProduct = keyof typeof consoleProducts

export function isConsoleProduct(code: string): code is ConsoleProduct {
  return Object.hasOwn(consoleProducts, code)
}

/** The products that cover a path: at it or below it. */
export function productsCovering(path: string): ConsoleProduct[] {
  return (Object.keys(consoleProducts) as ConsoleProduct[]).filter((code) =>
    consoleProducts[code].routes.some((route) => path === route || path.startsWith(`${route}/`)),
  )
}
