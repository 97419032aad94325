// The room is being furnished.
