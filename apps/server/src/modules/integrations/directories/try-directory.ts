import { networkFailure } from '../senders/network-failure.ts'
import type { DirectoryReader } from './directory.ts'

const milliseconds = 20_000

/** Reads until a department and a person have come, as a synchronisation will. Returns their names. @throws SendFailure */
export async function tryDirectory(reader: DirectoryReader): Promise<readonly string[]> {
  const pages = reader.read(null, AbortSignal.timeout(milliseconds))
  let department: string | undefined
  let person: string | undefined
  try {
    while (department === undefined || person === undefined) {
      const { done, value } = await pages.next()
      if (done === true) break
      const [firstDepartment] = value.departments ?? []
      const [firstPerson] = value.people ?? []
      department ??= firstDepartment?.name ?? firstDepartment?.id
      person ??= firstPerson?.name ?? firstPerson?.userName ?? firstPerson?.subject
    }
  } catch (error) {
    throw networkFailure(error)
  } finally {
    await pages.return({ isFull: false, position: null }).catch(() => {})
  }
  return [department, person].filter((one) => one !== undefined)
}
