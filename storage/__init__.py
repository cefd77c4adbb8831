"""What Majlis remembers: players, tables, logs, pearls and screens, in one database.

Every function takes an open connection first and runs inside the caller's transaction
(`Database.write()` or `Database.read()`), so that one press is one transaction.

    Unusable               the database cannot be used; one line for the host (storage.database)
    StaleVersion           the table has moved on since it was loaded (storage.tables)
    SeatTaken              somebody sits there already (storage.tables)
    LedgerRefused          (storage.ledger)
    ├── InsufficientPearls the giver has not enough
    └── AlreadyPaid        this cause has been paid before
"""
