/** storagemigration/v1: stored objects are written again in the newest version. Notation: see src/schema/notation.ts. */
export const storageMigrationV1 = `
kind StorageVersionMigration {
  spec: StorageVersionMigrationSpec #2
  status: StorageVersionMigrationStatus #3
}

StorageVersionMigrationSpec { resource!: GroupResource #1 }

StorageVersionMigrationStatus {
  conditions: [Condition] #1 merge=type map=type
  resourceVersion: string #2
}
`;
