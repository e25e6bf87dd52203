import { readdir } from 'node:fs/promises'
import type { ModuleDeps, ServerModule, ServerModuleFactory } from './platform/module.ts'

const directory = new URL('./modules/', import.meta.url)

/**
 * Makes the modules of `modules/` in the order of their names, apart from `except`. A folder without `serverModule` only
 * offers functions to other modules.
 */
export async function loadModules(deps: ModuleDeps, except: readonly string[] = []): Promise<ServerModule[]> {
  const names = (await readdir(directory)).filter((name) => !except.includes(name)).toSorted()
  const loaded = await Promise.all(
    names.map(async (name) => {
      const { serverModule } = (await import(new URL(`${name}/index.ts`, directory).href)) as {
        serverModule?: ServerModuleFactory
      }
      return serverModule?.(deps)
    }),
  )
  return loaded.filter((one) => one !== undefined)
}
