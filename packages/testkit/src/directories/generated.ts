export interface GeneratedDepartment {
  /** 1: the company. */
  readonly id: number
  readonly parentId: number | null
  readonly name: string
}

export interface GeneratedPerson {
  readonly id: string
  readonly name: string
  readonly departmentId: number
  readonly mobile: string
  readonly mail: string
  readonly title: string
}

/** A company of `count` people in a tree of departments, the same whenever it is asked for. */
export function generatedCompany(
  count: number,
  departmentCount = Math.max(1, Math.ceil(count / 25)),
): { departments: GeneratedDepartment[]; people: GeneratedPerson[] } {
  const departments = Array.from({ length: departmentCount }, (_, index) => ({
    id: index + 1,
    parentId: index === 0 ? null : Math.floor((index + 9) / 10),
    name: index === 0 ? 'Example' : `Department ${index + 1}`,
  }))
  const people = Array.from({ length: count }, (_, index) => ({
    id: `person${index + 1}`,
    name: `Person ${index + 1}`,
    departmentId: (index % departmentCount) + 1,
    mobile: `138${String(index + 1).padStart(8, '0')}`,
    mail: `person${index + 1}@example.test`,
    title: index % 10 === 0 ? 'Manager' : 'Engineer',
  }))
  return { departments, people }
}
