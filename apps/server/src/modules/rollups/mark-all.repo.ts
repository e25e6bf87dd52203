/** Of a company or, with null, of all: marks what was counted since a moment. For the owner of the database (scripts/rollups.ts). */
export const markAll = 'select public.rollup_rebuild($1, $2) as n'
