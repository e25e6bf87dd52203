import type { Case } from '../case.ts'
import type { Estate } from '../estate.ts'
import { details } from './details.ts'
import { lists } from './lists.ts'
import { noData } from './no-data.ts'
import { proposals } from './proposals.ts'
import { recipes } from './recipes.ts'
import { records } from './records.ts'
import { rights } from './rights.ts'
import { screens } from './screens.ts'
import { twoTurns } from './two-turns.ts'

const all = [lists, details, records, recipes, rights, noData, proposals, twoTurns, screens]

export const casesOf = (estate: Estate): Case[] => all.flatMap((cases) => cases(estate))
